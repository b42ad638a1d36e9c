/** Listens on document so that React's handler runs first: a re-render before it would reset controlled fields. */
export function onFormInput(form: HTMLFormElement, onChange: () => void): () => void {
  const handleInput = (event: Event) => {
    if (event.composedPath().includes(form)) onChange()
  }
  document.addEventListener('input', handleInput)
  return () => document.removeEventListener('input', handleInput)
}
