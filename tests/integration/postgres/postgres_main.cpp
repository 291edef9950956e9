// The main function of the programs that need a PostgreSQL server: without one they are skipped.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include <cstdio>

#include "tests/integration/postgres/test_database.hpp"

int main(int argc, char* argv[]) {
    if (tests::postgres::server_url().empty()) {
        std::puts("skipped: OPALITE_TEST_DATABASE is not set");
        return 77;
    }
    return Catch::Session().run(argc, argv);
}
