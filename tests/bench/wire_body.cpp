// wire_body FORMAT BYTES SEED: writes one body of bench/wire_bodies.hpp to the standard output, and the number of its observations to
// the standard error. Formats: otlp_logs otlp_traces otlp_metrics remote_write (in snappy) msgpack.
#include <cstdio>
#include <map>
#include <string>

#include <snappy.h>

#include "wire_bodies.hpp"

int main(int count, char** arguments) {
    using Maker = std::string (*)(std::size_t, std::size_t, std::size_t*);
    const std::map<std::string, Maker> makers{{"otlp_logs", bench::otlp_logs}, {"otlp_traces", bench::otlp_traces},
                                              {"otlp_metrics", bench::otlp_metrics}, {"remote_write", bench::remote_write},
                                              {"msgpack", bench::msgpack}};
    const auto maker = count == 4 ? makers.find(arguments[1]) : makers.end();
    if (maker == makers.end()) return 2;
    std::size_t items = 0;
    std::string body = maker->second(std::stoul(arguments[2]), std::stoul(arguments[3]), &items);
    std::fprintf(stderr, "%zu %zu\n", items, body.size());
    if (maker->first == "remote_write") {
        std::string coded;
        snappy::Compress(body.data(), body.size(), &coded);
        body = coded;
    }
    return std::fwrite(body.data(), 1, body.size(), stdout) == body.size() ? 0 : 1;
}
