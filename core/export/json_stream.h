#pragma once

#include <cstddef>
#include <span>

#include "core/base/result.h"
#include "core/export/json_export.h"
#include "core/io/file_writer.h"
#include "core/io/json_text.h"

namespace headscope {

// JSON on its way into a file: `text` holds what is written at the next flush, never much more than a row of numbers.
// The options and the writer must outlive it.
class JsonStream : public JsonText {
  public:
    JsonStream(const JsonExportOptions& options, AtomicFileWriter& out)
        : JsonText{{}, options.one_line ? "" : "\n"}, options_(options), out_(out) {}

    void flush();
    // True once there is no use in going on: the error, if any, is told by the writer.
    bool is_over() const { return options_.cancel.is_requested() || !out_.is_good(); }
    // What is_over ended: kCancelled, or nothing where that is the writer's to tell.
    Status ending() const;

    // "[a,b,…]", flushed, with the digits that the options ask for; null for what is not finite, which is counted.
    void row(std::span<const float> values, std::size_t& non_finite);

  private:
    const JsonExportOptions& options_;
    AtomicFileWriter& out_;
};

}  // namespace headscope
