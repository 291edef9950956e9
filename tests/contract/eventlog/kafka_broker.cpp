#include "tests/contract/eventlog/kafka_broker.hpp"

#include <cstdlib>
#include <fstream>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tests::contract {

KafkaBroker::KafkaBroker() { start(); }

KafkaBroker::~KafkaBroker() {
    if (running_) run("stop");
}

void KafkaBroker::start() {
    if (run("start") != 0) FAIL("the broker does not start");
    running_ = true;
    std::ifstream(directory_.path() / "bootstrap") >> bootstrap_;
}

void KafkaBroker::stop() {
    if (run("stop") != 0) FAIL("the broker does not stop");
    running_ = false;
}

int KafkaBroker::run(const std::string& action) const {
    const char* script = std::getenv("OPALITE_KAFKA_BROKER_SCRIPT");
    if (script == nullptr) FAIL("OPALITE_KAFKA_BROKER_SCRIPT does not name the broker script");
    const std::string directory = directory_.path().string();
    char* argv[] = {const_cast<char*>(script), const_cast<char*>(action.c_str()), const_cast<char*>(directory.c_str()),
                    nullptr};
    pid_t child = 0;
    if (::posix_spawn(&child, script, nullptr, nullptr, argv, environ) != 0) return -1;
    int status = -1;
    ::waitpid(child, &status, 0);
    return status;
}

}  // namespace tests::contract
