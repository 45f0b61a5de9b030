/** Composition of the page: server answers, routes, one error boundary that keeps the reason in sight. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { router } from './router.tsx';

const queries = new QueryClient({
  defaultOptions: {
    // Every answer here is a function of its key (compiled text, emulated records): it does not age, and a failed one
    // fails again.
    queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
  },
});

export const App = () => (
  <QueryClientProvider client={queries}>
    <RouterProvider router={router} />
  </QueryClientProvider>
);
