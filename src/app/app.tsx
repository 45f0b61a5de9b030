/** Composition of the page: server answers, routes, and the boundary around all of it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Component, type ReactNode } from 'react';
import { router } from './router.tsx';
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

export const App = () => (
  <LastBoundary>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </LastBoundary>
);

/** For what the routes' own boundaries do not catch: without it, React would leave the window empty. */
class LastBoundary extends Component<{ readonly children: ReactNode }, { readonly error: readonly [unknown] | null }> {
  override state = { error: null as readonly [unknown] | null };
  readonly #reset = () => this.setState({ error: null });

  static getDerivedStateFromError(error: unknown) {
    return { error: [error] as const };
  }

  override componentDidMount(): void {
    addEventListener('hashchange', this.#reset);
  }

  override componentWillUnmount(): void {
    removeEventListener('hashchange', this.#reset);
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : <FrameFault error={error[0]} reset={this.#reset} />;
  }
}
