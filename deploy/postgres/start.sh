#!/bin/sh
# Starts a PostgreSQL server of compose.yaml. One without data that isn't PRIMARY copies PRIMARY and follows it; one with
# data starts as it was, also after a promotion.
set -eu

if [ "$SERVER" != "$PRIMARY" ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  export PGPASSWORD="$POSTGRES_PASSWORD"
  draft="$PGDATA.draft"
  mkdir -p "$(dirname "$PGDATA")"
  # A copy that was cut short is begun again: only a complete one gets the name.
  rm -rf "$draft"
  until pg_basebackup --pgdata="$draft" --checkpoint=fast --wal-method=stream --write-recovery-conf \
    --dbname="host=$PRIMARY user=$POSTGRES_USER application_name=$SERVER"; do
    rm -rf "$draft"
    sleep 2
  done
  # The copy brings the primary's wait for a standby; once promoted it would wait for one that doesn't exist yet.
  echo "synchronous_standby_names = ''" >>"$draft/postgresql.auto.conf"
  if [ -d "$PGDATA" ]; then rmdir "$PGDATA"; fi
  mv "$draft" "$PGDATA"
  unset PGPASSWORD
fi

exec docker-entrypoint.sh "$@"
