import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';

/** Link to the properties awaiting approval, whose tab counts them; hidden from users without permission. */
export function PendingLink() {
  if (!may('PROPERTY_REQUEST_VIEW')) return null;
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/properties/requests" {...props} />}>
      Pendentes
    </Button>
  );
}
