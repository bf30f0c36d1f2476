#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/matrix.h"
#include "core/nn/attention_maps.h"
#include "core/nn/transformer.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace headscope {

// The words behind a verb. Values that people type freely (texts, words, paths) are kept as they are and never seen by
// the parser, which would take "[CLS]" for a list and "-5" for an option.
class Arguments {
  public:
    Arguments(std::string verb, std::vector<std::string> words);

    const std::string& verb() const { return verb_; }

    // Adds an option whose value is taken as it stands, and one that may be left out.
    CLI::Option* add_text(CLI::App& app, const std::string& name, std::string& value, const std::string& description);
    CLI::Option* add_text(CLI::App& app, const std::string& name, std::optional<std::string>& value,
                          const std::string& description);
    // Adds the optional MODEL.
    void add_model(CLI::App& app, std::string& model);

    // Parses what was added. None: go on; else the exit status to end with, told already (--help, or wrong usage).
    std::optional<int> parse(CLI::App& app);

  private:
    // Adds an option whose value, as it stands, goes to `take`.
    CLI::Option* add_raw(CLI::App& app, const std::string& name, std::function<void(const std::string&)> take,
                         const std::string& description);

    std::string verb_;
    std::vector<std::string> words_;
    std::vector<std::string> raw_names_;
    std::vector<std::string> raw_values_;
};

// "0,2-5" as ascending numbers without repeats; none if it is not of that form.
std::optional<std::vector<Index>> parse_index_list(const std::string& text);
// "0:3,4:1" as layers and heads; none if it is not of that form. Each of `between` may stand in place of the colon.
std::optional<std::vector<HeadRef>> parse_head_list(const std::string& text, std::string_view between = ":");
// The same of heads that are switched off, each of them of the encoder or only stack, or behind "decoder:" or "cross:":
// "0:3,decoder:1:2,cross:0:1".
std::optional<Ablation> parse_ablation(const std::string& text);
// "1,2,3" as they stand; none if it is not of that form.
std::optional<std::vector<std::int32_t>> parse_id_list(const std::string& text);

}  // namespace headscope
