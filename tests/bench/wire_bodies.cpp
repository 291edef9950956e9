#include "wire_bodies.hpp"

#include <cstdint>
#include <cstring>
#include <string_view>

namespace bench {
namespace {

/// A message being written; field numbers as in the published schemas.
class Message {
public:
    Message& bytes(unsigned field, std::string_view value) {
        varint(field << 3 | 2);
        varint(value.size());
        wire_ += value;
        return *this;
    }
    Message& message(unsigned field, const Message& value) { return bytes(field, value.wire_); }
    Message& integer(unsigned field, std::uint64_t value) {
        varint(field << 3);
        varint(value);
        return *this;
    }
    Message& fixed(unsigned field, std::uint64_t value) {
        varint(field << 3 | 1);
        for (int i = 0; i < 8; ++i, value >>= 8) wire_ += static_cast<char>(value & 0xff);
        return *this;
    }
    Message& real(unsigned field, double value) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof(bits));
        return fixed(field, bits);
    }
    const std::string& wire() const { return wire_; }

private:
    void varint(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) wire_ += static_cast<char>((value & 0x7f) | 0x80);
        wire_ += static_cast<char>(value);
    }
    std::string wire_;
};

constexpr std::uint64_t kTime = 1'700'000'000'000'000'000U;

Message attribute(const std::string& key, const std::string& text) { return Message().bytes(1, key).message(2, Message().bytes(1, text)); }
Message attribute(const std::string& key, std::uint64_t value) { return Message().bytes(1, key).message(2, Message().integer(3, value)); }

Message resource(std::size_t number) {
    Message resource;
    resource.message(1, attribute("service.name", "checkout-" + std::to_string(number)));
    for (const char* key : {"service.namespace", "service.version", "deployment.environment", "host.name", "k8s.pod.name", "k8s.namespace.name", "cloud.region"}) {
        resource.message(1, attribute(key, "value of " + std::to_string(number)));
    }
    return resource;
}

std::string id(std::size_t number, std::size_t size) {
    std::string bytes(size, '\x5a');
    std::memcpy(bytes.data(), &number, sizeof(number));
    return bytes;
}

/// Items of different seeds do not meet.
constexpr std::size_t kSeedStep = 1'000'000;

void tell(std::size_t* items, std::size_t count) {
    if (items != nullptr) *items = count;
}

template <class Item>
std::string otlp(std::size_t bytes, std::size_t items, std::size_t seed, std::size_t* told, std::size_t points, Item item) {
    Message request;
    std::size_t groups = 0;
    for (; request.wire().size() < bytes; ++groups) {
        const std::size_t group = seed * kSeedStep + groups;
        Message scope;
        scope.message(1, Message().bytes(1, "io.opentelemetry.instrumentation").bytes(2, "1.32.0"));
        for (std::size_t i = 0; i < items; ++i) scope.message(2, item(group * items + i));
        request.message(1, Message().message(1, resource(group % 20)).message(2, scope));
    }
    tell(told, groups * items * points);
    return request.wire();
}

}  // namespace

std::string otlp_logs(std::size_t bytes, std::size_t seed, std::size_t* items) {
    return otlp(bytes, 100, seed, items, 1, [](std::size_t i) {
        return Message()
            .fixed(1, kTime + i).fixed(11, kTime + i + 5).integer(2, 9).bytes(3, "INFO")
            .message(5, Message().bytes(1, "request " + std::to_string(i) + " to /api/checkout took a while, but in the end it was answered"))
            .message(6, attribute("http.request.method", "GET")).message(6, attribute("url.path", "/api/checkout"))
            .message(6, attribute("http.response.status_code", 200)).message(6, attribute("user.id", "user-" + std::to_string(i % 1000)))
            .message(6, attribute("duration_us", i * 7919 % 100'000)).bytes(9, id(i, 16)).bytes(10, id(i, 8));
    });
}

std::string otlp_traces(std::size_t bytes, std::size_t seed, std::size_t* items) {
    return otlp(bytes, 50, seed, items, 1, [](std::size_t i) {
        return Message()
            .bytes(1, id(i, 16)).bytes(2, id(i, 8)).bytes(4, id(i + 1, 8)).bytes(5, "GET /api/checkout").integer(6, 2)
            .fixed(7, kTime + i).fixed(8, kTime + i + 1000)
            .message(9, attribute("http.request.method", "GET")).message(9, attribute("url.path", "/api/checkout/" + std::to_string(i)))
            .message(9, attribute("http.response.status_code", 200)).message(9, attribute("server.address", "checkout.example.com"))
            .message(11, Message().fixed(1, kTime + i).bytes(2, "cache miss").message(3, attribute("key", "user-" + std::to_string(i))))
            .message(15, Message().integer(3, 1));
    });
}

std::string otlp_metrics(std::size_t bytes, std::size_t seed, std::size_t* items) {
    return otlp(bytes, 20, seed, items, 5, [](std::size_t i) {
        Message sum;
        for (std::size_t point = 0; point < 5; ++point) {
            sum.message(1, Message()
                               .message(7, attribute("http.request.method", "GET")).message(7, attribute("url.path", "/api/" + std::to_string(point)))
                               .message(7, attribute("http.response.status_code", 200)).message(7, attribute("server.address", "checkout.example.com"))
                               .fixed(2, kTime).fixed(3, kTime + i).real(4, static_cast<double>(i) * 1.25));
        }
        return Message().bytes(1, "http.server.request.count." + std::to_string(i)).bytes(2, "how many requests").bytes(3, "{request}")
            .message(7, sum.integer(2, 2).integer(3, 1));
    });
}

std::string remote_write(std::size_t bytes, std::size_t seed, std::size_t* items) {
    Message request;
    const auto label = [](const std::string& name, const std::string& value) { return Message().bytes(1, name).bytes(2, value); };
    std::size_t count = 0;
    for (; request.wire().size() < bytes; ++count) {
        const std::size_t i = seed * kSeedStep + count;
        request.message(1, Message()
                               .message(1, label("__name__", "http_request_duration_seconds_bucket")).message(1, label("cluster", "prod-eu-1"))
                               .message(1, label("handler", "/api/v1/query")).message(1, label("instance", "10.0.0." + std::to_string(i % 250) + ":9090"))
                               .message(1, label("job", "prometheus")).message(1, label("le", "0." + std::to_string(i % 100)))
                               .message(1, label("namespace", "monitoring")).message(1, label("pod", "prometheus-" + std::to_string(i % 50)))
                               .message(2, Message().real(1, static_cast<double>(i) * 0.5).integer(2, 1'700'000'000'000U + i)));
    }
    tell(items, count);
    return request.wire();
}

std::string msgpack(std::size_t bytes, std::size_t seed, std::size_t* items) {
    const auto text = [](const std::string& value) { return std::string(1, '\xd9') + static_cast<char>(value.size()) + value; };
    std::string body;
    std::size_t count = 0;
    for (; body.size() < bytes; ++count) {
        const std::size_t i = seed * kSeedStep + count;
        body += '\x85' + text("log") + text("2024-11-21T16:09:27 INFO checkout request " + std::to_string(i) + " took a while, but was answered") +
                text("stream") + text("stdout") + text("pod") + text("checkout-" + std::to_string(i % 50)) + text("namespace") + text("shop") +
                text("status") + std::string("\xcd\x00\xc8", 3);
    }
    tell(items, count);
    return body;
}

}  // namespace bench
