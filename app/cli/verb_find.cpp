#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/cli/messages.h"
#include "app/cli/opened_model.h"
#include "app/cli/verbs.h"
#include "core/io/json_write.h"
#include "core/io/shown.h"
#include "core/trace/links.h"

namespace headscope {
namespace {

std::string json_line(const std::vector<Link>& links) {
    std::string line = "[";
    for (const Link& link : links) {
        if (line.size() > 1) line += ", ";
        line += "{\"layer\": " + std::to_string(link.head.layer) + ", \"head\": " + std::to_string(link.head.head) +
                ", \"weight\": ";
        if (std::isfinite(link.weight)) {
            append_json_number(line, link.weight);
        } else {
            line += "null";
        }
        line += ", \"query\": " + std::to_string(link.query) + ", \"key\": " + std::to_string(link.key) + "}";
    }
    return line + "]\n";
}

std::string table(const std::vector<Link>& links, const AttentionTrace& trace) {
    std::string text;
    const auto piece = [&](Index i) {
        return std::to_string(i) + " " + shown_text(trace.encoding.tokens[static_cast<std::size_t>(i)].piece);
    };
    for (const Link& link : links) {
        char weight[32];
        std::snprintf(weight, sizeof(weight), "%.4f", static_cast<double>(link.weight));
        text += std::to_string(link.head.layer) + ":" + std::to_string(link.head.head) + "\t" + weight + "\t" +
                piece(link.query) + " -> " + piece(link.key) + "\n";
    }
    return text;
}

}  // namespace

int run_find(Arguments arguments) {
    CLI::App app(
        "Lists the heads that link one word to another, strongest first. The weight from a word is the mean over its "
        "pieces, to a word the sum over its pieces.",
        "headscope find");
    app.footer(
        "Example: in which heads does \"man\" look at \"saw\"?\n"
        "  headscope find --text \"The man saw the astronomer\" --from man --to saw --top 5");
    std::string model_name;
    Inputs inputs;
    std::string from;
    std::string to;
    int top = 10;
    bool as_json = false;
    arguments.add_model(app, model_name);
    inputs.add_options(arguments, app, true);
    arguments.add_text(app, "--from", from, "The word that looks")->required()->type_name("WORD");
    arguments.add_text(app, "--to", to, "The word that is looked at")->required()->type_name("WORD");
    app.add_option("--top", top, "How many heads (default 10)")->check(CLI::PositiveNumber);
    app.add_flag("--json", as_json, "One JSON array a line for each input");
    if (const auto status = arguments.parse(app)) return *status;
    if (const auto status = inputs.open()) return *status;

    Workspace workspace;
    const auto model = open_model(model_name, workspace);
    if (!model.has_value()) return report(model.error());
    Result<AtomicFileWriter> opened = open_standard_output();
    if (!opened.has_value()) return report(opened.error());
    AtomicFileWriter& out = opened.value();
    int status = kDone;
    for (bool is_first = true; out.is_good(); is_first = false) {
        auto input = inputs.next();
        if (!input) break;
        if (!input->has_value()) {
            status = report(input->error(), inputs.place());
            continue;
        }
        const RunOptions options;
        const auto trace = run_input(model.value(), std::move(*input).value(), options, workspace);
        if (!trace.has_value()) {
            status = report(trace.error(), inputs.place());
            continue;
        }
        Result<std::vector<Link>> links = find_links(*trace.value(), from, to);
        if (!links.has_value()) {
            status = report(links.error(), inputs.place());
            continue;
        }
        std::vector<Link>& found = links.value();
        found.resize(std::min(found.size(), static_cast<std::size_t>(top)));
        out.write(as_json ? json_line(found) : (is_first ? "" : "\n") + table(found, *trace.value()));
    }
    const int written = finish(out);
    return written == kDone ? status : written;
}

}  // namespace headscope
