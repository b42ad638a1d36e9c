/**
 * Calls back after every change in a form. It listens at the document, where React listens as well and came first: from
 * further in, React may be made to draw before it has heard, which takes away what was typed into a field it holds.
 */
export function hearForm(form: HTMLFormElement, change: () => void): () => void {
  const hear = (event: Event) => {
    if (event.composedPath().includes(form)) change()
  }
  document.addEventListener('input', hear)
  return () => document.removeEventListener('input', hear)
}
