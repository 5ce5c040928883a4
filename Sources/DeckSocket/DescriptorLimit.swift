import Glibc

/// The limit on the process's open descriptors (`RLIMIT_NOFILE`).
package enum DescriptorLimit {
  /// Raises the limit to `count` if it is lower, as far as the process may, and returns the resulting limit.
  package static func raise(to count: Int) -> Int {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 0 }
    let wanted = min(rlim_t(count), limit.rlim_max)
    if limit.rlim_cur < wanted {
      var raised = limit
      raised.rlim_cur = wanted
      if setrlimit(resource, &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }
}
