import '#web/theme/index.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { queryClient } from '#web/lib/api/query-client.ts';
import { theme } from '#web/theme/theme.ts';
import { Notices } from '#web/ui/feedback/notices.tsx';

/** Draws into the page what the app and its entrance have in common, and what is given. */
export function mount(content: ReactNode): Root {
  const place = document.getElementById('root');
  if (!place) throw new Error('The page has no #root');
  const root = createRoot(place);
  // The variables and the few global classes are in our style sheets: the provider writes none into the page.
  root.render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
        <Notices />
        <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
  return root;
}
