#include "core/export/json_stream.h"

#include <algorithm>
#include <cmath>

#include "core/io/json_write.h"

namespace headscope {

void JsonStream::flush() {
    out_.write(text);
    text.clear();
}

Status JsonStream::ending() const {
    if (options_.cancel.is_requested()) return Error{ErrorKind::kCancelled, "export: stopped on request"};
    return {};
}

void JsonStream::row(std::span<const float> values, std::size_t& non_finite) {
    const std::size_t start = text.size();
    text.resize(start + values.size() * (kMaxNumberBytes + 1) + 2);
    char* at = text.data() + start;
    *at++ = '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) *at++ = ',';
        if (std::isfinite(values[i])) {
            at = write_json_number(at, values[i], options_.digits);
        } else {
            at = std::copy_n("null", 4, at);
            ++non_finite;
        }
    }
    *at++ = ']';
    text.resize(static_cast<std::size_t>(at - text.data()));
    flush();
}

}  // namespace headscope
