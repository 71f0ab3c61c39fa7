import { openVault } from '#web/lib/session/vault.ts';
import { startApp } from './start-app.tsx';

await openVault();
startApp();
