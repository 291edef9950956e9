#pragma once

#include <array>
#include <string>
#include <vector>

#include "tests/bench/workload/chance.hpp"
#include "tests/bench/workload/generator.hpp"
#include "tests/bench/workload/text.hpp"

namespace bench::workload {

/// Events of the shape of Bluesky's firehose, as JSONBench's data has them: mix of collections, skew of authors, order of
/// fields, sizes. Calibrated against that benchmark's published results; the unit test holds the figures.
class Bluesky final : public Generator {
public:
    explicit Bluesky(std::uint64_t seed, std::uint64_t count = 1'000'000);

    void append(std::string& out) override;
    std::uint64_t events() const override { return events_; }
    /// Of the last event, microseconds since the epoch.
    std::uint64_t time() const { return time_; }

private:
    struct Collection;
    struct Post {
        std::uint64_t author = 0;
        std::uint64_t tid = 0;  ///< microseconds of its record key
    };

    void tick();
    std::uint64_t user(std::size_t skew);
    Post some_post();
    void append_head(std::string& out, std::uint64_t author);
    void append_subject(std::string& out);
    void append_reference(std::string& out, const Post& post);
    void append_blob(std::string& out);
    void append_account(std::string& out);
    void append_commit(std::string& out, const Collection& collection);
    void append_record(std::string& out, const Collection& collection);
    void append_post(std::string& out);
    void append_profile(std::string& out);

    static const std::array<Collection, 14> kCollections;

    Chance chance_;
    Words words_;
    std::vector<ZipfMandelbrot> skews_;
    std::vector<Post> recent_;
    std::uint64_t posts_ = 0;
    std::uint64_t events_ = 0;
    std::uint64_t time_;
    bool long_run_;
    bool junk_;
};

}  // namespace bench::workload
