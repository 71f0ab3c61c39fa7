import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { requestsQuery } from '#web/entities/property/request-queries.ts';
import { may } from '#web/lib/session/session.ts';
import classes from './pending-link.module.css';

/** Link to the properties awaiting approval, with their number; hidden from users without permission. */
export function PendingLink() {
  const allowed = may('PROPERTY_REQUEST_VIEW');
  const { data } = useQuery({ ...requestsQuery({}), enabled: allowed });
  if (!allowed) return null;
  const count = data?.total ?? 0;
  return (
    <Button
      variant="default"
      rightSection={count > 0 && <span className={classes.count}>{count}</span>}
      renderRoot={(props) => <Link to="/properties/requests" {...props} />}
    >
      Pendentes
    </Button>
  );
}
