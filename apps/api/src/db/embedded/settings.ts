export type Settings = Record<string, string>;

/** Sized for a small machine that also runs Node, without memory for hundreds of connections. */
const SMALL_SERVER: Settings = {
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_connections: '60',
  // Short queries gain nothing from parallel workers, and each worker is a process.
  io_method: 'sync',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  random_page_cost: '1.1',
  max_wal_size: '512MB',
  checkpoint_timeout: '10min',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Minimum for an online backup (pg_backup_start).
  wal_level: 'replica',
  max_wal_senders: '0',
  max_replication_slots: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // Logged statements and DETAIL of constraint violations would contain personal data.
  log_min_messages: 'error',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** Reachable only through the unix socket beside the cluster; not overridable. */
const PRIVATE: Settings = {
  listen_addresses: '',
  port: '5432',
  // Relative to the cluster, so that postgres stays below the length limit of socket paths.
  unix_socket_directories: '../socket',
  unix_socket_permissions: '0700',
};

export const serverArguments = (overrides: Settings = {}) =>
  Object.entries({ ...SMALL_SERVER, ...overrides, ...PRIVATE }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
