#include "domain/admin/upload.hpp"

#include <catch2/catch.hpp>

#include "domain/eventlog/topics.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/support/in_memory_event_log.hpp"

namespace {

namespace b = domain::base;
using infra::runtime::run_async;

struct UploadFixture {
    UploadFixture() { run_async(log.ensure_topic(domain::eventlog::admin_topic())).value(); }

    std::vector<std::int64_t> append(const std::string& upload, const std::string& file) {
        return run_async(domain::admin::append_upload(log, b::TenantId("100"), upload, {}, b::SharedBytes::of(file))).value();
    }
    b::Result<std::string> read(const std::string& upload, std::vector<std::int64_t> offsets, std::size_t bytes,
                                const std::string& tenant = "100") {
        return run_async(domain::admin::read_upload(log, b::TenantId(tenant), partition(), upload, std::move(offsets),
                                                    static_cast<std::int64_t>(bytes)));
    }
    domain::eventlog::PartitionId partition() {
        for (const auto& range : run_async(log.ranges(domain::eventlog::admin_topic())).value()) {
            if (range.end.value() > 0) return range.partition;
        }
        return domain::eventlog::PartitionId(0);
    }

    tests::InMemoryEventLog log;
};

std::string file_of(std::size_t bytes, char c) { return std::string(bytes, c); }

}  // namespace

TEST_CASE("a file comes back from its chunks, whatever stands between them") {
    UploadFixture f;
    const std::size_t size = GENERATE(std::size_t{0}, std::size_t{1}, domain::admin::chunk_bytes_max,
                                      domain::admin::chunk_bytes_max + 1, std::size_t{5'000'000});
    const std::string file = file_of(size, 'a');
    const auto other = f.append("u0", "first");
    const auto offsets = f.append("u1", file);
    CHECK(offsets.size() == (size + domain::admin::chunk_bytes_max - 1) / domain::admin::chunk_bytes_max);
    f.append("u2", "last");
    CHECK(f.read("u1", offsets, size).value() == file);
    CHECK(f.read("u0", other, 5).value() == "first");
}

TEST_CASE("what is not the upload is not read") {
    UploadFixture f;
    const auto offsets = f.append("u1", file_of(1'200'000, 'a'));
    REQUIRE(offsets.size() == 3);
    const auto none = [&](const b::Result<std::string>& read) {
        REQUIRE(read.has_error());
        CHECK(read.error().code() == b::ErrorCode::kInvalidArgument);
        CHECK(read.error().message().starts_with("the log does not have the whole upload: "));
    };
    none(f.read("u2", offsets, 1'200'000));
    none(f.read("u1", offsets, 1'199'999));
    none(f.read("u1", offsets, 1'200'001));
    none(f.read("u1", {offsets[0], offsets[1]}, 1'200'000));
    none(f.read("u1", {offsets[1], offsets[0], offsets[2]}, 1'200'000));
    none(f.read("u1", {offsets[0], offsets[1], 99}, 1'200'000));
    none(f.read("u1", {-5}, 10));
    none(f.read("u1", offsets, 1'200'000, "200"));
    none(f.read("u1", offsets, domain::admin::upload_bytes_max + 1));
    none(f.read("u1", std::vector<std::int64_t>(1000, 0), 1'200'000));
}

TEST_CASE("a chunk is told from a command") {
    UploadFixture f;
    f.append("u1", "x");
    const auto records = run_async(f.log.read(domain::eventlog::admin_topic(), f.partition(), domain::eventlog::Offset(0), 1000)).value();
    CHECK(domain::admin::is_chunk(records.front().headers));
    CHECK_FALSE(domain::admin::is_chunk({{"ce_type", "admin.user.create.v1"}}));
    CHECK_FALSE(domain::admin::is_chunk({}));
}
