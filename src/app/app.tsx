/** Composition of the page: server answers, routes, and the boundary around all of it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Shell } from './shell/shell.tsx';
import { Boundary } from './trouble/boundary.tsx';
import { FrameFault } from './trouble/page-fault.tsx';

export const queries = new QueryClient({
  defaultOptions: {
    // Every answer here is a function of its key (compiled text, emulated records): it does not age, and a failed one
    // fails again. None of them waits for a network: the emulator needs none, and the server is on this machine.
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
  },
});

/** The outer boundary is for what the page's own does not catch: without it, React would leave the window empty. */
export const App = () => (
  <Boundary Fault={FrameFault}>
    <QueryClientProvider client={queries}>
      <Shell />
    </QueryClientProvider>
  </Boundary>
);
