// libgpiod 2.x. Included by shim.h alone. Compiled and unit-tested with 2.2 and Swift 6.0.3 by tools/trixie;
// what that built was also run on the simulated lines of the test guest, with Debian 13's libraries.

struct cgpiod_line {
  struct gpiod_line_request *request;
  struct gpiod_edge_event_buffer *events;
  unsigned offset;
};

static inline int cgpiod_chip_label(struct gpiod_chip *chip, char *label) {
  struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
  if (!info) return -1;
  cgpiod_copy(label, gpiod_chip_info_get_label(info));
  gpiod_chip_info_free(info);
  return 0;
}

static inline int cgpiod_chip_count(struct gpiod_chip *chip) {
  struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
  if (!info) return -1;
  int count = (int)gpiod_chip_info_get_num_lines(info);
  gpiod_chip_info_free(info);
  return count;
}

/// The offset of the line with this name, -1 without one.
static inline int cgpiod_chip_find(struct gpiod_chip *chip, const char *name) {
  return gpiod_chip_get_line_offset_from_name(chip, name);
}

static inline int cgpiod_chip_info(struct gpiod_chip *chip, unsigned offset, struct cgpiod_info *info) {
  struct gpiod_line_info *line = gpiod_chip_get_line_info(chip, offset);
  if (!line) return -1;
  cgpiod_copy(info->name, gpiod_line_info_get_name(line));
  cgpiod_copy(info->consumer, gpiod_line_info_get_consumer(line));
  info->is_used = gpiod_line_info_is_used(line);
  gpiod_line_info_free(line);
  return 0;
}

static inline void cgpiod_release(struct cgpiod_line *line) {
  if (line->events) gpiod_edge_event_buffer_free(line->events);
  if (line->request) gpiod_line_request_release(line->request);
  free(line);
}

/// Takes over `settings`, which may be NULL.
static inline struct cgpiod_line *cgpiod_request(
    struct gpiod_chip *chip, unsigned offset, const char *consumer, struct gpiod_line_settings *settings) {
  struct gpiod_line_config *lines = gpiod_line_config_new();
  struct gpiod_request_config *config = gpiod_request_config_new();
  struct cgpiod_line *made = calloc(1, sizeof *made);
  if (settings && lines && config && made) {
    made->offset = offset;
    gpiod_request_config_set_consumer(config, consumer);
    gpiod_request_config_set_event_buffer_size(config, CGPIOD_KERNEL_EDGES);
    if (gpiod_line_config_add_line_settings(lines, &offset, 1, settings) == 0)
      made->request = gpiod_chip_request_lines(chip, config, lines);
    if (made->request) made->events = gpiod_edge_event_buffer_new(CGPIOD_EDGES);
  }
  int error = errno;
  if (settings) gpiod_line_settings_free(settings);
  if (lines) gpiod_line_config_free(lines);
  if (config) gpiod_request_config_free(config);
  if (made && !made->events) {
    cgpiod_release(made);
    made = NULL;
  }
  errno = error;
  return made;
}

static inline int cgpiod_fd(struct cgpiod_line *line) { return gpiod_line_request_get_fd(line->request); }

/// Asks for both edges. NULL: `errno` says why.
static inline struct cgpiod_line *cgpiod_request_input(
    struct gpiod_chip *chip, unsigned offset, const char *consumer, enum cgpiod_bias bias, bool active_low) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (settings) {
    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
    gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
    gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC);
    gpiod_line_settings_set_active_low(settings, active_low);
    if (bias == CGPIOD_NONE) gpiod_line_settings_set_bias(settings, GPIOD_LINE_BIAS_DISABLED);
    if (bias == CGPIOD_PULL_UP) gpiod_line_settings_set_bias(settings, GPIOD_LINE_BIAS_PULL_UP);
    if (bias == CGPIOD_PULL_DOWN) gpiod_line_settings_set_bias(settings, GPIOD_LINE_BIAS_PULL_DOWN);
  }
  struct cgpiod_line *line = cgpiod_request(chip, offset, consumer, settings);
  if (line && cgpiod_no_wait(cgpiod_fd(line)) < 0) {
    int error = errno;
    cgpiod_release(line);
    errno = error;
    return NULL;
  }
  return line;
}

static inline struct cgpiod_line *cgpiod_request_output(
    struct gpiod_chip *chip, unsigned offset, const char *consumer, bool active_low, bool is_active) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (settings) {
    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
    gpiod_line_settings_set_active_low(settings, active_low);
    gpiod_line_settings_set_output_value(
        settings, is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
  }
  return cgpiod_request(chip, offset, consumer, settings);
}

/// 1: active, 0: not, -1: `errno` says why.
static inline int cgpiod_get(struct cgpiod_line *line) {
  return (int)gpiod_line_request_get_value(line->request, line->offset);
}

static inline int cgpiod_set(struct cgpiod_line *line, bool is_active) {
  return gpiod_line_request_set_value(
      line->request, line->offset, is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
}

/// At most CGPIOD_EDGES. 0: none now; -1: `errno` says why.
static inline int cgpiod_read(struct cgpiod_line *line, struct cgpiod_edge *edges) {
  int count = gpiod_line_request_read_edge_events(line->request, line->events, CGPIOD_EDGES);
  if (count < 0) return errno == EAGAIN ? 0 : -1;
  for (int index = 0; index < count; index++) {
    struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(line->events, (unsigned long)index);
    edges[index].nanoseconds = gpiod_edge_event_get_timestamp_ns(event);
    edges[index].number = gpiod_edge_event_get_line_seqno(event);
    edges[index].is_active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
  }
  return count;
}
