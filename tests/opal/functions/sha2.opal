# SHA-2 digests
--- input: fixtures/logs.ndjson
limit 1
make_col a:sha2("abc"), b:sha2("abc", 224), c:sha2("abc", 256), d:sha2("", 384), e:sha2("abc", 512), f:sha2(string_null())
pick_col timestamp, a, b, c, d, e, f
--- rows
timestamp,a,b,c,d,e,f
2024-05-01T10:00:05Z,ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad,23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7,ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad,38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b,ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f,∅
