#include "gateway/http/head_parser.hpp"

#include <utility>

#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

namespace gateway::http {
namespace {

namespace beast = boost::beast;
using beast::error_code;

bool is_chunked_alone(std::string_view coding) { return equal_ignoring_case(coding, "chunked"); }

}  // namespace

/// Beast finds the fields; here they are put down without an allocation for each.
class HeadParser::Parser final : public beast::http::basic_parser<true> {
public:
    explicit Parser(std::size_t bytes_max) {
        header_limit(static_cast<std::uint32_t>(bytes_max));
        eager(false);
        body_limit(boost::none);
    }

    RequestHead head;

private:
    void on_request_impl(beast::http::verb, beast::string_view method, beast::string_view target, int version,
                         error_code&) override {
        head.method = method_from(method);
        head.target.assign(target.data(), target.size());
        head.version = version;
    }
    void on_field_impl(beast::http::field, beast::string_view name, beast::string_view value, error_code&) override {
        head.headers.add(name, value);
    }
    void on_header_impl(error_code&) override {
        head.keep_alive = keep_alive();
        head.chunked = chunked();
        if (const auto length = content_length()) head.content_length = *length;
        head.expects_continue = head.version >= 11 && equal_ignoring_case(head.headers.find("expect"), "100-continue");
    }
    void on_response_impl(int, beast::string_view, int, error_code&) override {}
    void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
    std::size_t on_body_impl(beast::string_view body, error_code&) override { return body.size(); }
    void on_chunk_header_impl(std::uint64_t, beast::string_view, error_code&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, beast::string_view body, error_code&) override { return body.size(); }
    void on_finish_impl(error_code&) override {}
};

HeadParser::HeadParser(std::size_t bytes_max) : parser_(std::make_unique<Parser>(bytes_max)) {}
HeadParser::~HeadParser() = default;

RequestHead& HeadParser::head() { return parser_->head; }

HeadParser::Status HeadParser::parse(std::string_view bytes, std::size_t& consumed) {
    consumed = 0;
    error_code error;
    // put() stops after the request line, so it is called until it asks for more.
    while (!parser_->is_header_done()) {
        const auto rest = bytes.substr(consumed);
        consumed += parser_->put(boost::asio::const_buffer(rest.data(), rest.size()), error);
        if (error) break;
    }
    if (error == beast::http::error::need_more) return Status::kNeedMore;
    if (error == beast::http::error::header_limit) return Status::kTooLarge;
    if (error) {
        fault_ = error.message();
        return Status::kMalformed;
    }
    const HeaderList& headers = parser_->head.headers;
    if (headers.contains("transfer-encoding") &&
        (headers.count("transfer-encoding") > 1 || !is_chunked_alone(headers.find("transfer-encoding")))) {
        fault_ = "unsupported transfer-encoding";
        return Status::kMalformed;
    }
    if (headers.count("host") > 1) {
        fault_ = "more than one host";
        return Status::kMalformed;
    }
    return Status::kComplete;
}

}  // namespace gateway::http
