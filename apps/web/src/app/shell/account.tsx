import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { session } from '@morada/contract/access/session';
import { IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '#web/lib/api/api.ts';
import { settleRemovals } from '#web/lib/removals.ts';
import { endSession, useSession } from '#web/lib/session/session.ts';
import { useMayLeave } from '#web/ui/overlay/may-leave.ts';
import classes from './account.module.css';

/** Initials and first name, "Olá, Mariana": the way to one's own account. */
export function SignedIn({ onGo }: { onGo?: () => void }) {
  const name = useSession()?.name.trim() ?? '';
  const words = name.split(/\s+/);
  const initials = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.charAt(0)).join('');
  return (
    <Link to="/account" className={classes.signedIn} title="Minha conta" onClick={onGo}>
      <span className={classes.initials} aria-hidden="true">
        {initials.toUpperCase()}
      </span>
      <span>
        Olá, <b>{words[0]}</b>
      </span>
    </Link>
  );
}

/** Ends the session, once nothing unsaved holds it. */
export function useSignOut() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const mayLeave = useMayLeave();

  async function leave() {
    if (!(await mayLeave())) return;
    await settleRemovals();
    // The server forgets the token when it can be reached; this browser forgets it in any case.
    await api(session.logout, {}).catch(() => undefined);
    await endSession();
    queryClient.clear();
    navigate({ to: '/login', ignoreBlocker: true });
  }

  return leave;
}

export function SignOut() {
  const leave = useSignOut();
  return (
    <Button variant="subtle" color="gray" leftSection={<IconLogout size={15} />} onClick={leave}>
      Sair da conta
    </Button>
  );
}

export function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  return (
    <ActionIcon
      size={32}
      aria-label={dark ? 'Usar tema claro' : 'Usar tema escuro'}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      {dark ? <IconSun size={17} /> : <IconMoon size={17} />}
    </ActionIcon>
  );
}
