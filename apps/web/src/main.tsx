import './theme/index.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './lib/query-client.ts';
import { openVault } from './lib/vault.ts';
import { router } from './router.ts';
import { theme } from './theme/theme.ts';
import { Notices } from './ui/notices.tsx';

await openVault();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

// The variables and the few global classes are in our style sheets: the provider writes none into the page.
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <Notices />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
