/** Keeps a fault in one part of a page from taking the page along: the rest goes on, and the part says what happened. */
import { Component, type ComponentType, lazy, type ReactNode } from 'react';
import { faultWords } from './fault-report.ts';
import { ReportButton } from './report-button.tsx';

interface State {
  readonly caught: { readonly error: unknown } | null;
}

class PartBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { caught: null };

  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error } };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (caught === null) return this.props.children;
    return (
      <div className="stack prose tinted" role="alert">
        <p>
          This part of the page has stopped: <code>{faultWords(caught.error)}</code>. The rest still works.
        </p>
        <div className="row wrap">
          <button type="button" className="button" onClick={() => this.setState({ caught: null })}>
            Try again
          </button>
          <ReportButton error={caught.error} />
        </div>
      </div>
    );
  }
}

/**
 * A part that comes in a file of its own, when it is needed. Where the file cannot be fetched, there is a sentence in the
 * part's place; the page's notices say why.
 */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(
    (): Promise<{ default: ComponentType<{ readonly props: P }> }> =>
      load().then(
        Loaded => ({ default: ({ props }) => <Loaded {...props} /> }),
        () => ({ default: Missing }),
      ),
  );
  return props => (
    <PartBoundary>
      <Part props={props} />
    </PartBoundary>
  );
}

const Missing = () => <p className="stack prose tinted">This part of the page could not be loaded.</p>;
