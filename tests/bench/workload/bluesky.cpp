#include "tests/bench/workload/bluesky.hpp"

#include <iterator>

namespace bench::workload {
namespace {

constexpr std::uint64_t kStart = 1'732'206'349'000'167;  // microseconds: 2024-11-21T16:25:49Z
constexpr double kHour = 3'600'000'000;
constexpr std::uint64_t kDay = 86'400'000'000;
constexpr std::size_t kRing = 32'768;
constexpr std::uint64_t kUsers = 12'000'017;

enum Skew : std::size_t { kLike, kFollow, kPost, kRepost, kBlock, kProfile };
enum class Form { kSubject, kPerson, kPost, kProfile, kListItem, kPlain };

// Millions of likes per hour of the day in a billion events.
constexpr double kLikesByHour[24] = {22.3, 22.9, 22.5, 21.7, 17.0, 14.4, 13.0, 12.2, 11.7, 11.4, 11.9, 13.3,
                                     15.8, 18.5, 20.5, 21.9, 23.5, 24.7, 24.2, 24.4, 24.4, 24.7, 24.8, 25.4};
constexpr double kLikesMean = 19.046;

/// The clock of a record key: people share few servers.
std::uint64_t server(std::uint64_t author) { return mix(author) % 64; }

}  // namespace

struct Bluesky::Collection {
    std::string_view name;
    double share;   ///< of all events
    double create;  ///< of the events of the collection; the rest after updates are deletes
    double update;
    Skew skew;
    Form form;
};

const std::array<Bluesky::Collection, 14> Bluesky::kCollections{{
    {"app.bsky.feed.like", .448944, .99015, 0, kLike, Form::kSubject},
    {"app.bsky.graph.follow", .360374, .93785, 0, kFollow, Form::kPerson},
    {"app.bsky.feed.post", .090816, .95591, .0005, kPost, Form::kPost},
    {"app.bsky.feed.repost", .058540, .97357, 0, kRepost, Form::kSubject},
    {"app.bsky.graph.block", .014040, .98561, 0, kBlock, Form::kPerson},
    {"app.bsky.actor.profile", .011762, .45375, .546, kProfile, Form::kProfile},
    {"app.bsky.graph.listitem", .008103, .93398, 0, kBlock, Form::kListItem},
    {"app.bsky.graph.listblock", .000895, .96089, 0, kProfile, Form::kListItem},
    {"app.bsky.graph.starterpack", .000405, .25679, .70, kProfile, Form::kListItem},
    {"app.bsky.graph.list", .000356, .72753, .20, kProfile, Form::kPlain},
    {"app.bsky.feed.threadgate", .000255, .89412, .08, kProfile, Form::kPlain},
    {"app.bsky.feed.postgate", .000104, .97115, .02, kProfile, Form::kPlain},
    {"app.bsky.feed.generator", .000074, .13514, .80, kProfile, Form::kPlain},
    {"app.bsky.labeler.service", .000004, 0, 1, kProfile, Form::kPlain},
}};

Bluesky::Bluesky(std::uint64_t seed, std::uint64_t count)
    : chance_(seed), skews_{{7'042'334, 1.2, 100}, {11'831'475, 1.15, 3}, {4'729'830, 1.2, 1000}, {2'664'496, 1.0, 0}, {1'869'389, 1.05, 1}, {3'091'389, 0.6, 0}},
      recent_(kRing), time_(kStart), long_run_(count > 1'000'000), junk_(count >= 10'000'000) {
    for (Post& post : recent_) post = Post{user(kPost), kStart - chance_.below(kDay / 2)};
}

void Bluesky::tick() {
    double mean = 813;
    if (long_run_) mean = 1e6 / 938 * kLikesMean / kLikesByHour[static_cast<std::size_t>(static_cast<double>(time_ % kDay) / kHour)];
    time_ += static_cast<std::uint64_t>(chance_.exponential(mean));
}

void Bluesky::append(std::string& out) {
    tick();
    ++events_;
    if (junk_ && chance_.happens(30e-6)) {
        // Collections that few programs invented for themselves.
        static constexpr std::string_view kMakers[] = {"app.top8.theme", "app.vercel.board", "xyz.statusphere.status", "blue.linkat.board", "fyi.unravel.frontpage.post"};
        const std::uint64_t which = chance_.below(30);
        const std::string name = std::string(kMakers[which % std::size(kMakers)]) + (which < 5 ? "" : std::to_string(which));
        return append_commit(out, {name, 0, 1, 0, kProfile, Form::kPlain});
    }
    double kind = chance_.uniform();
    for (const Collection& collection : kCollections) {
        if (kind < collection.share) return append_commit(out, collection);
        kind -= collection.share;
    }
    append_account(out);
}

std::uint64_t Bluesky::user(std::size_t skew) {
    // Each collection has its own order of people; the factors are primes, so no two ranks meet.
    static constexpr std::uint64_t kFactors[] = {7'919, 104'729, 1'299'709, 15'485'863, 49'979'687, 67'867'967};
    return (skews_[skew].draw(chance_) * kFactors[skew] + skew * 1'000'003) % kUsers;
}

Bluesky::Post Bluesky::some_post() {
    if (chance_.happens(0.55)) return recent_[static_cast<std::size_t>(chance_.uniform() * chance_.uniform() * static_cast<double>(kRing))];
    return Post{user(kPost), time_ - chance_.below(kDay)};
}

void Bluesky::append_head(std::string& out, std::uint64_t author) {
    out += R"({"did":"did:plc:)";
    append_base32(out, author, 24);
    out += R"(","time_us":)";
    append_number(out, time_);
}

void Bluesky::append_subject(std::string& out) {
    append_reference(out, some_post());
}

void Bluesky::append_reference(std::string& out, const Post& post) {
    out += R"({"cid":"bafyrei)";
    append_base32(out, post.author ^ (post.tid << 24), 52);
    out += R"(","uri":"at://did:plc:)";
    append_base32(out, post.author, 24);
    out += "/app.bsky.feed.post/";
    append_tid(out, post.tid, server(post.author));
    out += R"("})";
}

void Bluesky::append_blob(std::string& out) {
    out += R"({"$type":"blob","ref":{"$link":"bafkrei)";
    append_base32(out, chance_.next(), 52);
    out += R"("},"mimeType":"image/jpeg","size":)";
    append_number(out, 20'000 + chance_.below(950'000));
    out += '}';
}

void Bluesky::append_account(std::string& out) {
    const std::uint64_t author = user(kProfile);
    append_head(out, author);
    const bool account = chance_.happens(0.5);
    out += account ? R"(,"kind":"account","account":{"active":true,"did":"did:plc:)" : R"(,"kind":"identity","identity":{"did":"did:plc:)";
    append_base32(out, author, 24);
    if (!account) {
        out += R"(","handle":"user)";
        append_number(out, author);
        out += ".bsky.social";
    }
    out += R"(","seq":)";
    append_number(out, 3'900'000'000 + (time_ - kStart) / 800);
    out += R"(,"time":")";
    append_time(out, time_);
    out += "\"}}\n";
}

void Bluesky::append_commit(std::string& out, const Collection& collection) {
    const std::uint64_t author = user(collection.skew);
    const double kind = chance_.uniform();
    const bool creates = kind < collection.create;
    const bool updates = !creates && kind < collection.create + collection.update;
    append_head(out, author);
    out += R"(,"kind":"commit","commit":{"rev":")";
    append_tid(out, time_ - chance_.below(400'000), server(author));
    out += R"(","operation":")";
    out += creates ? "create" : updates ? "update" : "delete";
    out += R"(","collection":")";
    out += collection.name;
    out += R"(","rkey":")";
    const std::uint64_t made = creates ? time_ - chance_.below(400'000) : time_ - chance_.below(35 * kDay);
    if (collection.form == Form::kProfile) out += "self";
    else append_tid(out, made, server(author));
    out += '"';
    if (creates || updates) {
        out += R"(,"record":{"$type":")";
        out += collection.name;
        out += R"(","createdAt":")";
        const std::uint64_t late = chance_.happens(0.01) ? chance_.below(kDay) : 200'000 + chance_.below(2'500'000);
        append_time(out, time_ - late);
        out += '"';
        append_record(out, collection);
        out += R"(},"cid":"bafyrei)";
        append_base32(out, collection.form == Form::kPost ? author ^ (made << 24) : chance_.next(), 52);
        out += '"';
        if (creates && collection.form == Form::kPost) recent_[posts_++ % kRing] = Post{author, made};
    }
    out += "}}\n";
}

void Bluesky::append_record(std::string& out, const Collection& collection) {
    switch (collection.form) {
        case Form::kSubject:
            out += R"(,"subject":)";
            return append_subject(out);
        case Form::kListItem:
            out += R"(,"list":"at://did:plc:)";
            append_base32(out, user(kProfile), 24);
            out += "/app.bsky.graph.list/";
            append_tid(out, time_ - chance_.below(35 * kDay), chance_.next());
            out += '"';
            [[fallthrough]];
        case Form::kPerson:
            out += R"(,"subject":"did:plc:)";
            append_base32(out, user(kPost), 24);
            out += '"';
            return;
        case Form::kPost: return append_post(out);
        case Form::kProfile: return append_profile(out);
        case Form::kPlain:
            out += R"(,"name":")";
            words_.append(out, 2, chance_);
            out += '"';
    }
}

void Bluesky::append_post(std::string& out) {
    static constexpr struct { std::string_view name; double share; } kLangs[] = {
        {"en", .62}, {"pt", .14}, {"ja", .09}, {"de", .04}, {"es", .04}, {"fr", .03}, {"ko", .01}, {"nl", .01}, {"tr", .01}, {"it", .01}};
    if (chance_.happens(0.3)) {
        out += R"(,"embed":{"$type":"app.bsky.embed.images","images":[{"alt":")";
        if (chance_.happens(0.25)) words_.append(out, 1 + chance_.below(12), chance_);
        out += R"(","aspectRatio":{"height":)";
        append_number(out, 600 + chance_.below(1400));
        out += R"(,"width":)";
        append_number(out, 600 + chance_.below(1400));
        out += R"(},"image":)";
        append_blob(out);
        out += "}]}";
    }
    out += R"(,"langs":[")";
    double language = chance_.uniform();
    std::string_view name = "en";
    for (const auto& each : kLangs) {
        if (language < each.share) {
            name = each.name;
            break;
        }
        language -= each.share;
    }
    out += name;
    out += R"("])";
    if (chance_.happens(0.45)) {
        out += R"(,"reply":{"parent":)";
        const Post parent = some_post();
        append_reference(out, parent);
        out += R"(,"root":)";
        append_reference(out, chance_.happens(0.5) ? parent : some_post());
        out += '}';
    }
    out += R"(,"text":")";
    const std::uint64_t count = chance_.geometric(14);
    words_.append(out, count < 55 ? count : 55, chance_);
    out += '"';
}

void Bluesky::append_profile(std::string& out) {
    out += R"(,"avatar":)";
    append_blob(out);
    out += R"(,"description":")";
    words_.append(out, chance_.below(12), chance_);
    out += R"(","displayName":")";
    words_.append(out, 1 + chance_.below(3), chance_);
    out += '"';
}

}  // namespace bench::workload
