import { Button } from '@mantine/core';
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react';
import { callLink, whatsAppLink } from '#web/lib/message-links.ts';
import { PhoneNumber } from './figures.tsx';
import classes from './phone-link.module.css';

/** A number that calls when it is pressed. */
export function PhoneLink({ value }: { value: string }) {
  return (
    <a className={classes.link} href={callLink(value)}>
      <PhoneNumber value={value} />
    </a>
  );
}

/** Call and message buttons, for places where the number itself has another click action. */
export function PhoneButtons({ value, of }: { value: string; of: string }) {
  return (
    <span className={classes.buttons}>
      <Button
        component="a"
        href={callLink(value)}
        size="xs"
        variant="default"
        leftSection={<IconPhone size={15} />}
        aria-label={`Ligar para ${of}`}
      >
        Ligar
      </Button>
      <Button
        component="a"
        href={whatsAppLink(value, '')}
        target="_blank"
        rel="noreferrer"
        size="xs"
        variant="default"
        leftSection={<IconBrandWhatsapp size={15} />}
        aria-label={`WhatsApp de ${of}`}
      >
        WhatsApp
      </Button>
    </span>
  );
}
