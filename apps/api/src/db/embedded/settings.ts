export type Settings = Record<string, string>;

/** For a small server which also runs Node: a few hundred connections' worth of memory is never reserved. */
const SMALL_SERVER: Settings = {
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_connections: '60',
  // Short queries from a pool gain nothing from helpers, and each helper costs a process.
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
  // The least that allows an online backup (pg_backup_start).
  wal_level: 'replica',
  max_wal_senders: '0',
  max_replication_slots: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // Statements and the DETAIL of a broken constraint carry names and documents of people.
  log_min_messages: 'error',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** Reached through the socket beside the cluster only, whatever the caller asks for. */
const PRIVATE: Settings = {
  listen_addresses: '',
  port: '5432',
  // Relative to the cluster: postgres itself then never meets the length limit of a socket's path.
  unix_socket_directories: '../socket',
  unix_socket_permissions: '0700',
};

export const serverArguments = (overrides: Settings = {}) =>
  Object.entries({ ...SMALL_SERVER, ...overrides, ...PRIVATE }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
