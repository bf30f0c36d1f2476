#include "app/cli/interrupt.h"

#include <csignal>

namespace headscope {
namespace {

const CancelToken* interrupt_token = nullptr;

void request_cancel(int signal) {
    interrupt_token->request();
    std::signal(signal, SIG_DFL);
}

}  // namespace

CancelToken cancel_on_interrupt() {
    static const CancelToken token;
    interrupt_token = &token;
    std::signal(SIGINT, request_cancel);
    std::signal(SIGTERM, request_cancel);
    return token;
}

}  // namespace headscope
