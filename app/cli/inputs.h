#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "core/base/result.h"
#include "core/io/line_reader.h"
#include "core/nn/transformer.h"
#include "core/text/tokenizer.h"

namespace headscope {

// One INPUT: a text, or ids for the model itself.
struct Input {
    std::string place;  // for messages: FILE:LINE, "--ids", or empty for --text, which needs no telling apart
    std::string text;
    std::optional<std::string> pair;
    EncodeOptions encode;
    std::optional<ModelInput> ids;
    std::optional<std::string> target;  // what the decoder of an encoder–decoder model reads
};

// The INPUT options of a verb, and the inputs they stand for, one after the other; a file is read as it is used.
class Inputs {
  public:
    // Adds --text, --pair and --input; with_ids also --ids, --type-ids, --mask, --target and --target-ids. `this` must
    // outlive the parsing.
    void add_options(Arguments& arguments, CLI::App& app, bool with_ids);

    // Whether any input is given at all.
    bool is_given() const { return text_ || file_ || ids_; }

    // Checks the options and opens the file. None: go on; else the exit status to end with, told already.
    std::optional<int> open();

    // The next input; none at the end; an Error for an input that cannot be read as one, which stands at place(). Where
    // the file itself fails, the error is the last that comes.
    std::optional<Result<Input>> next();
    const std::string& place() const { return place_; }

  private:
    std::optional<int> open_ids();
    Result<Input> parse_json_line(const std::string& line) const;

    std::optional<std::string> text_, pair_, file_, ids_, type_ids_, mask_, target_, target_ids_;
    EncodeOptions encode_;  // where the input itself does not say
    std::optional<Input> single_;
    std::unique_ptr<LineReader> lines_;
    bool is_json_ = false;
    bool is_over_ = false;
    std::size_t line_ = 0;
    std::string place_;
};

}  // namespace headscope
