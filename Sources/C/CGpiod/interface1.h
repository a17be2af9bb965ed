// libgpiod 1.x. Included by shim.h alone.

struct cgpiod_line {
  struct gpiod_line *line;
};

static inline int cgpiod_chip_label(struct gpiod_chip *chip, char *label) {
  cgpiod_copy(label, gpiod_chip_label(chip));
  return 0;
}

static inline int cgpiod_chip_count(struct gpiod_chip *chip) { return (int)gpiod_chip_num_lines(chip); }

/// The offset of the line with this name, -1 without one.
static inline int cgpiod_chip_find(struct gpiod_chip *chip, const char *name) {
  struct gpiod_line *line = gpiod_chip_find_line(chip, name);
  return line ? (int)gpiod_line_offset(line) : -1;
}

static inline int cgpiod_chip_info(struct gpiod_chip *chip, unsigned offset, struct cgpiod_info *info) {
  struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
  // A line that was looked up before is known as it was then.
  if (!line || gpiod_line_update(line) < 0) return -1;
  cgpiod_copy(info->name, gpiod_line_name(line));
  cgpiod_copy(info->consumer, gpiod_line_consumer(line));
  info->is_used = gpiod_line_is_used(line);
  return 0;
}

static inline struct cgpiod_line *cgpiod_request(
    struct gpiod_chip *chip, unsigned offset, const char *consumer, int type, int flags, int value) {
  struct cgpiod_line *made = calloc(1, sizeof *made);
  struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
  struct gpiod_line_request_config config = {.consumer = consumer, .request_type = type, .flags = flags};
  if (made && line && gpiod_line_request(line, &config, value) == 0) {
    made->line = line;
    return made;
  }
  int error = errno;
  free(made);
  errno = error;
  return NULL;
}

static inline void cgpiod_release(struct cgpiod_line *line) {
  gpiod_line_release(line->line);
  free(line);
}

static inline int cgpiod_fd(struct cgpiod_line *line) { return gpiod_line_event_get_fd(line->line); }

/// Asks for both edges. NULL: `errno` says why.
static inline struct cgpiod_line *cgpiod_request_input(
    struct gpiod_chip *chip, unsigned offset, const char *consumer, enum cgpiod_bias bias, bool active_low) {
  int flags = active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0;
  if (bias == CGPIOD_NONE) flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE;
  if (bias == CGPIOD_PULL_UP) flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
  if (bias == CGPIOD_PULL_DOWN) flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
  struct cgpiod_line *line =
      cgpiod_request(chip, offset, consumer, GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES, flags, 0);
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
  return cgpiod_request(
      chip, offset, consumer, GPIOD_LINE_REQUEST_DIRECTION_OUTPUT,
      active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0, is_active);
}

/// 1: active, 0: not, -1: `errno` says why.
static inline int cgpiod_get(struct cgpiod_line *line) { return gpiod_line_get_value(line->line); }

static inline int cgpiod_set(struct cgpiod_line *line, bool is_active) {
  return gpiod_line_set_value(line->line, is_active);
}

/// At most CGPIOD_EDGES. 0: none now; -1: `errno` says why.
static inline int cgpiod_read(struct cgpiod_line *line, struct cgpiod_edge *edges) {
  struct gpiod_line_event events[CGPIOD_EDGES];
  int count = gpiod_line_event_read_multiple(line->line, events, CGPIOD_EDGES);
  if (count < 0) return errno == EAGAIN ? 0 : -1;
  for (int index = 0; index < count; index++) {
    edges[index].nanoseconds =
        (uint64_t)events[index].ts.tv_sec * 1000000000u + (uint64_t)events[index].ts.tv_nsec;
    edges[index].number = 0;
    edges[index].is_active = events[index].event_type == GPIOD_LINE_EVENT_RISING_EDGE;
  }
  return count;
}
