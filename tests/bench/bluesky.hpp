#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// Events of the shape of Bluesky's firehose, one JSON object a line: the mix of collections, the skew of authors and the
/// order of fields follow design notes on JSONBench's data; the same seed gives the same bytes. Simpler than the calibrated
/// generator: popular posts are drawn from a ring, users by a power of a uniform number.
class Bluesky {
public:
    explicit Bluesky(std::uint64_t seed) : state_(seed * 2654435761U + 1), words_(20000) {
        static constexpr std::string_view kSyllables[] = {"ka", "ro", "mi", "te", "su", "lo", "ña", "ve", "日本", "di",
                                                          "pa", "er", "an", "th", "is", "ou", "ly", "ing", "ed", "é"};
        for (std::string& word : words_) {
            for (std::uint64_t n = 1 + below(3); n > 0; --n) word += kSyllables[below(std::size(kSyllables))];
        }
        for (Post& post : recent_) post = Post{user(4'700'000, 3), tid(time_)};
    }

    /// Appends one event and a line break.
    void append(std::string& out) {
        time_ += static_cast<std::uint64_t>(-813.0 * std::log(1.0 - uniform()));
        const double kind = uniform();
        if (kind < 0.0053) return identity(out);
        if (kind < 0.4541) return commit(out, "app.bsky.feed.like", user(7'042'334, 4), 0.990, 'l');
        if (kind < 0.8145) return commit(out, "app.bsky.graph.follow", user(11'831'475, 4), 0.938, 'f');
        if (kind < 0.9053) return commit(out, "app.bsky.feed.post", user(4'729'830, 3), 0.956, 'p');
        if (kind < 0.9638) return commit(out, "app.bsky.feed.repost", user(2'664'496, 5), 0.974, 'l');
        if (kind < 0.9779) return commit(out, "app.bsky.graph.block", user(1'869'389, 4), 0.986, 'f');
        if (kind < 0.9898) return commit(out, "app.bsky.actor.profile", user(3'091'389, 2), 0.999, 'u');
        if (kind < 0.9980) return commit(out, "app.bsky.graph.listitem", user(1'869'389, 4), 0.934, 'i');
        static constexpr std::string_view kRare[] = {"app.bsky.graph.listblock", "app.bsky.graph.starterpack",
                                                     "app.bsky.feed.threadgate", "app.bsky.feed.generator"};
        commit(out, kRare[below(4)], user(3'091'389, 2), 0.9, 'i');
    }

private:
    struct Post {
        std::uint64_t author = 0;
        std::string tid;
    };

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15U;
        return mix(state_);
    }
    static std::uint64_t mix(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31);
    }
    std::uint64_t below(std::uint64_t bound) { return next() % bound; }
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    std::uint64_t user(std::uint64_t users, double skew) {
        return static_cast<std::uint64_t>(std::pow(uniform(), skew) * static_cast<double>(users)) * 7919U % 12'000'017U;
    }

    static void base32(std::string& out, std::uint64_t seed, int count) {
        static constexpr char kLetters[] = "234567abcdefghijklmnopqrstuvwxyz";
        std::uint64_t bits = 0;
        for (int i = 0; i < count; ++i) {
            if (i % 12 == 0) bits = mix(seed + static_cast<std::uint64_t>(i) * 77U);
            out.push_back(kLetters[bits & 31U]);
            bits >>= 5;
        }
    }
    std::string tid(std::uint64_t micros) {
        static constexpr char kLetters[] = "234567abcdefghijklmnopqrstuvwxyz";
        std::uint64_t value = (micros << 10) | below(1024);
        std::string text(13, '2');
        for (int i = 12; i >= 0; --i, value >>= 5) text[static_cast<std::size_t>(i)] = kLetters[value & 31U];
        return text;
    }
    static void did(std::string& out, std::uint64_t id) {
        out += "did:plc:";
        base32(out, id * 31 + 5, 24);
    }
    void cid(std::string& out, std::uint64_t seed) {
        out += "bafyrei";
        base32(out, seed, 52);
    }
    void time_text(std::string& out, std::uint64_t micros) {
        const std::uint64_t seconds = micros / 1'000'000;
        const std::uint64_t day = seconds / 86400 - 20048;  // since 2024-11-21
        const auto two = [&out](std::uint64_t value) {
            out.push_back(static_cast<char>('0' + value / 10 % 10));
            out.push_back(static_cast<char>('0' + value % 10));
        };
        out += "2024-11-";
        two(21 + day);
        out += 'T';
        two(seconds / 3600 % 24);
        out += ':';
        two(seconds / 60 % 60);
        out += ':';
        two(seconds % 60);
        out += '.' + std::to_string(1000 + micros / 1000 % 1000).substr(1) + 'Z';
    }
    void words(std::string& out, double mean, std::uint64_t most) {
        std::uint64_t count = static_cast<std::uint64_t>(-mean * std::log(1.0 - uniform()));
        for (count = count < most ? count : most; count > 0; --count) {
            out += words_[static_cast<std::size_t>(std::pow(uniform(), 3) * static_cast<double>(words_.size()))];
            if (count > 1) out += ' ';
        }
    }
    const Post& some_post() {
        const double popular = uniform() * uniform();
        return recent_[static_cast<std::size_t>((uniform() < 0.55 ? popular : uniform()) * static_cast<double>(kRing))];
    }
    void subject(std::string& out) {
        const Post& post = some_post();
        out += R"({"cid":")";
        cid(out, mix(post.author) ^ post.tid.back());
        out += R"(","uri":"at://)";
        did(out, post.author);
        out += "/app.bsky.feed.post/" + post.tid + R"("})";
    }
    void blob(std::string& out) {
        out += R"({"$type":"blob","ref":{"$link":")";
        cid(out, next());
        out += R"("},"mimeType":"image/jpeg","size":)" + std::to_string(20000 + below(950000)) + '}';
    }

    void identity(std::string& out) {
        const std::uint64_t author = user(3'091'389, 2);
        const bool account = below(2) == 0;
        out += R"({"did":")";
        did(out, author);
        out += R"(","time_us":)" + std::to_string(time_) + (account ? R"(,"kind":"account","account":{"active":true,"did":")" : R"(,"kind":"identity","identity":{"did":")");
        did(out, author);
        if (!account) out += R"(","handle":"user)" + std::to_string(author) + ".bsky.social";
        out += R"(","seq":)" + std::to_string(3'900'000'000 + time_ % 1'000'000'000) + R"(,"time":")";
        time_text(out, time_);
        out += "\"}}\n";
    }

    void commit(std::string& out, std::string_view collection, std::uint64_t author, double creates, char form) {
        const bool is_create = uniform() < creates;
        out += R"({"did":")";
        did(out, author);
        out += R"(","time_us":)" + std::to_string(time_) + R"(,"kind":"commit","commit":{"rev":")" + tid(time_ - below(400000));
        out += is_create ? R"(","operation":"create","collection":")" : R"(","operation":"delete","collection":")";
        out += collection;
        const std::string key = form == 'u' ? "self" : tid(is_create ? time_ : time_ - below(3'000'000'000'000));
        out += R"(","rkey":")" + key + '"';
        if (is_create) {
            out += R"(,"record":{"$type":")";
            out += collection;
            out += R"(","createdAt":")";
            time_text(out, time_ - 200000 - below(2'500'000));
            out += '"';
            record(out, form);
            out += R"(},"cid":")";
            cid(out, next());
            out += '"';
            if (form == 'p') recent_[time_ % kRing] = Post{author, key};
        }
        out += "}}\n";
    }

    void record(std::string& out, char form) {
        switch (form) {
            case 'l':
                out += R"(,"subject":)";
                subject(out);
                break;
            case 'f':
                out += R"(,"subject":")";
                did(out, user(4'729'830, 3));
                out += '"';
                break;
            case 'i':
                out += R"(,"list":"at://)";
                did(out, user(100'000, 3));
                out += "/app.bsky.graph.list/" + tid(time_ - below(1'000'000'000)) + R"(","subject":")";
                did(out, user(4'729'830, 3));
                out += '"';
                break;
            case 'u':
                out += R"(,"displayName":")";
                words(out, 2, 4);
                out += R"(","description":")";
                words(out, 5, 11);
                out += R"(","avatar":)";
                blob(out);
                break;
            default: post(out);
        }
    }

    void post(std::string& out) {
        static constexpr std::string_view kLangs[] = {"en", "en", "en", "en", "en", "en", "pt", "pt", "ja", "de", "es", "fr"};
        if (uniform() < 0.3) {
            out += R"(,"embed":{"$type":"app.bsky.embed.images","images":[{"alt":"","aspectRatio":{"height":)" +
                   std::to_string(600 + below(1400)) + R"(,"width":)" + std::to_string(600 + below(1400)) + R"(},"image":)";
            blob(out);
            out += "}]}";
        }
        out += R"(,"langs":[")";
        out += kLangs[below(std::size(kLangs))];
        out += R"("])";
        if (uniform() < 0.45) {
            out += R"(,"reply":{"parent":)";
            subject(out);
            out += R"(,"root":)";
            subject(out);
            out += '}';
        }
        out += R"(,"text":")";
        words(out, 14, 55);
        out += '"';
    }

    static constexpr std::size_t kRing = 32768;
    std::uint64_t state_;
    std::uint64_t time_ = 1732206349000167;
    std::vector<std::string> words_;
    std::vector<Post> recent_ = std::vector<Post>(kRing);
};

}  // namespace bench
