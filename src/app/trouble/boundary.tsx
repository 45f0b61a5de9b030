/** Replaces a part that threw while it was drawn by words, until it is tried again or another address is opened. */
import { Component, type ComponentType, type ReactNode } from 'react';
import type { FaultProps } from './page-fault.tsx';

interface BoundaryProps {
  readonly Fault: ComponentType<FaultProps>;
  readonly children: ReactNode;
}

export class Boundary extends Component<BoundaryProps, { readonly error: readonly [unknown] | null }> {
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
    const { Fault, children } = this.props;
    const { error } = this.state;
    return error === null ? children : <Fault error={error[0]} reset={this.#reset} />;
  }
}
