#include <iterator>

#include "tests/bench/workload/k8s.hpp"

namespace bench::workload {
namespace {

// The components speak in the manner of Spark, Hadoop, HDFS, ZooKeeper, OpenStack, OpenSSH, Apache and Kubernetes itself.
constexpr std::string_view kComponents[] = {
    "executor.Executor", "storage.BlockManager", "dfs.DataNode$PacketResponder", "dfs.FSNamesystem", "mapreduce.task.TaskAttempt", "yarn.ContainerLauncher",
    "quorum.QuorumCnxManager", "server.NIOServerCnxn", "nova.compute.manager", "nova.virt.libvirt", "sshd", "mod_jk", "kubelet", "scheduler.DAGScheduler",
    "ingress.controller", "etcd.raft", "coredns", "grpc.server", "jdbc.pool", "cache.redis"};

constexpr std::string_view kSentences[] = {
    "started task %n in stage %n (TID %n)", "finished %s in %n ms, %n bytes of result sent to driver", "received block blk_%b of size %n from %a",
    "connection from %a:%n closed, session 0x%x", "request timeout after %n ms, retrying (attempt %n of 5)", "GET %p status: %n len: %n time: 0.%n",
    "failed password for invalid user %s from %a port %n", "could not open %p: no such file or directory", "lease of %s renewed until %n",
    "instance %x-%n: took %n seconds to build", "child %n in scoreboard slot %n is in error state %n", "notification time out: %n",
    "block blk_%b replicated to %a and %a", "authentication of %s succeeded, token %x", "memory usage %n MB of %n MB, collecting %p",
    "dropped %n messages of queue %s", "election of leader %n began at epoch 0x%x", "slow query (%n ms) on table %s", "pod %s scheduled on node-%n", "checkpoint %p written, %n records"};

}  // namespace

const std::vector<std::string>& message_templates() {
    static const std::vector<std::string> templates = [] {
        std::vector<std::string> made;
        for (const std::string_view sentence : kSentences) {
            for (const std::string_view component : kComponents) made.push_back(std::string(component) + ": " + std::string(sentence));
        }
        return made;
    }();
    return templates;
}

}  // namespace bench::workload
