// GLib's macros for casts and varargs do not reach Swift: what is needed of them stands here.
#ifndef NIGHTSTAND_CPANGO_H
#define NIGHTSTAND_CPANGO_H

#include <pango/pangocairo.h>

/// Sets how text of `context` is rendered: `gray` with smooth edges and vertical hinting, else black and
/// white with full hinting, for panels of one bit.
static inline void cpango_set_rendering(PangoContext *context, int gray) {
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, gray ? CAIRO_ANTIALIAS_GRAY : CAIRO_ANTIALIAS_NONE);
  cairo_font_options_set_hint_style(options, gray ? CAIRO_HINT_STYLE_SLIGHT : CAIRO_HINT_STYLE_FULL);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON);
  pango_cairo_context_set_font_options(context, options);
  cairo_font_options_destroy(options);
}

/// Digits that all have one width, so that a clock or a percentage does not jump.
static inline void cpango_set_tabular(PangoLayout *layout) {
  PangoAttrList *list = pango_attr_list_new();
  pango_attr_list_insert(list, pango_attr_font_features_new("tnum=1"));
  pango_layout_set_attributes(layout, list);
  pango_attr_list_unref(list);
}

#endif
