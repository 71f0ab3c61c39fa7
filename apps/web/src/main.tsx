import { startApp } from './app.tsx';
import { openVault } from './lib/vault.ts';

await openVault();
startApp();
