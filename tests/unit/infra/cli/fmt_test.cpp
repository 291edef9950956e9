#include <filesystem>
#include <fstream>
#include <iterator>

#include <catch2/catch.hpp>
#include <unistd.h>

#include "infra/cli/commands.hpp"

using infra::cli::ExitStatus;
using infra::cli::run_fmt;

namespace {

/// A file that goes when the test ends.
class Script {
public:
    explicit Script(const std::string& text)
        : path_(std::filesystem::temp_directory_path() / ("opalite-fmt-" + std::to_string(::getpid()) + ".opal")) {
        std::ofstream(path_) << text;
    }
    ~Script() { std::filesystem::remove(path_); }

    std::string path() const { return path_; }
    std::string text() const {
        std::ifstream stream(path_);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

private:
    std::filesystem::path path_;
};

}  // namespace

TEST_CASE("fmt rewrites a file, --check only says that it is not formatted") {
    const Script script("filter  a=1|limit 2");
    CHECK(run_fmt({"--check", script.path()}) == ExitStatus::kFailure);
    CHECK(script.text() == "filter  a=1|limit 2");
    CHECK(run_fmt({script.path()}) == ExitStatus::kSuccess);
    CHECK(script.text() == "filter a = 1\nlimit 2\n");
    CHECK(run_fmt({"--check", script.path()}) == ExitStatus::kSuccess);
}

TEST_CASE("fmt leaves a script with syntax errors as it is") {
    const Script script("filtr  a");
    CHECK(run_fmt({script.path()}) == ExitStatus::kFailure);
    CHECK(script.text() == "filtr  a");
    CHECK(run_fmt({"/nowhere/at/all.opal"}) == ExitStatus::kFailure);
    CHECK(run_fmt({"--chek"}) == ExitStatus::kUsage);
}
