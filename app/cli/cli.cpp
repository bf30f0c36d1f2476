#include "app/cli/cli.h"

#include <string>
#include <vector>

#include "app/cli/messages.h"
#include "app/cli/verbs.h"

namespace headscope {
namespace {

struct Verb {
    const char* name;
    const char* summary;
    int (*run)(Arguments);
};

constexpr Verb kVerbs[] = {
    {"export", "write the attention maps of texts to files", run_export},
    {"tokens", "show how texts are cut into tokens", run_tokens},
    {"heads", "say what each head does on a text, or over many", run_heads},
    {"find", "list the heads that link one word to another", run_find},
    {"model", "show what a model's files say", run_model_verb},
    {"models", "list the models at hand", run_models},
    {"cost", "count what attention costs: parameters, FLOPs, scores, KV cache", run_cost},
    {"bench", "time the forward pass", run_bench},
};

std::string overview() {
    std::string text =
        "Headscope shows what every attention head of a transformer looks at.\n"
        "\n"
        "  headscope [MODEL] [--text TEXT] [--pair TEXT]   opens the window\n"
        "  headscope VERB [MODEL] ...\n"
        "\n"
        "Verbs (headscope VERB --help tells more):\n"
        "  view      open the window, or draw it into a picture\n";
    for (const Verb& verb : kVerbs) {
        std::string name = verb.name;
        name.resize(10, ' ');
        text += "  " + name + verb.summary + "\n";
    }
    text +=
        "\n"
        "MODEL is a model folder or a name that `headscope models` lists; without it, the shipped model.\n"
        "\n"
        "Example: the maps of a sentence as JSON\n"
        "  headscope export --text \"The man saw the astronomer with a telescope\" --out maps.json\n";
    return text;
}

}  // namespace

int run_cli(int argc, char** argv, OpenWindow open_window) {
    ignore_closed_pipes();
    std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    const std::string first = words.empty() ? "" : words.front();
    if (first == "--version") return print("headscope " HEADSCOPE_VERSION "\n");
    if (first == "--help" || first == "-h" || first == "help") return print(overview());
    for (const Verb& verb : kVerbs)
        if (first == verb.name) return verb.run(Arguments(first, {words.begin() + 1, words.end()}));
    if (first == "view") words.erase(words.begin());
    return run_view(Arguments("view", std::move(words)), open_window);
}

}  // namespace headscope
