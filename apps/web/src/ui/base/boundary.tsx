import { Component, type ReactNode } from 'react';

type BoundaryProps = {
  /** In the place of the children, which could not be drawn. `retry` draws them again. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
  children: ReactNode;
};

/** Keeps an error of what is drawn inside it from what is around it. React catches errors in classes only. */
export class Boundary extends Component<BoundaryProps, { failed?: { error: unknown } }> {
  override state: { failed?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } };
  }

  override render() {
    const { failed } = this.state;
    if (!failed) return this.props.children;
    return this.props.fallback(failed.error, () => this.setState({ failed: undefined }));
  }
}
