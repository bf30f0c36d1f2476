#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/file_writer.h"
#include "core/model/model.h"
#include "core/text/tokenizer.h"

namespace headscope {

constexpr int kDone = 0;
constexpr int kFault = 1;
constexpr int kUsage = 2;

// "headscope: …" on standard error, then at most ten lines of details. Returns kFault.
int report(const Error& error);
// The same with the input's place, such as FILE:LINE, before the message unless it is empty.
int report(const Error& error, const std::string& place);
// "headscope: …" on standard error. Returns kUsage.
int report_usage(const std::string& message);
// "headscope: warning: …" on standard error.
void warn(const std::string& message);
void warn_all(const std::vector<std::string>& messages);
void warn_notes(const std::vector<Note>& notes, const std::string& place);

// Standard output, or the status to end with.
Result<AtomicFileWriter> open_standard_output();
// Ends what was written: kDone, also where the reader of a pipe went away, else kFault with the reason told.
int finish(AtomicFileWriter& out);
// Writes a whole text to standard output.
int print(const std::string& text);

}  // namespace headscope
