import '#web/theme/index.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { queryClient } from '#web/lib/api/query-client.ts';
import { retryStyles } from '#web/lib/version.ts';
import { theme } from '#web/theme/theme.ts';
import { Notices } from '#web/ui/feedback/notices.tsx';

/** Providers of the app and of the login page. The CSS variables are in our style sheets, so Mantine injects none. */
export const Providers = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <Notices />
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  </StrictMode>
);

/** Renders the content into the page's `#root`. */
export function mount(content: ReactNode): Root {
  const place = document.getElementById('root');
  if (!place) throw new Error('The page has no #root');
  retryStyles();
  const root = createRoot(place);
  root.render(<Providers>{content}</Providers>);
  return root;
}
