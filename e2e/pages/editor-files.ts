import { expect, type Page } from '@playwright/test'

type GivenFile = { name: string; type: string; bytes: Buffer }

/** Gives a file to an editor as a browser would report it; tests have no other clipboard. */
export async function giveFile(
  page: Page,
  label: string,
  how: 'paste' | 'drop',
  { name, type, bytes }: GivenFile,
) {
  const editor = page.getByRole('textbox', { name: label })
  await expect(editor).toHaveAttribute('contenteditable', 'true')
  await editor.evaluate(
    (element, given) => {
      const data = new DataTransfer()
      const content = Uint8Array.from(given.bytes)
      data.items.add(new File([content], given.name, { type: given.type }))
      const options = { bubbles: true, cancelable: true }
      const { left, top } = element.getBoundingClientRect()
      element.dispatchEvent(
        given.how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', {
              ...options,
              dataTransfer: data,
              clientX: left + 30,
              clientY: top + 25,
            }),
      )
    },
    { how, name, type, bytes: [...bytes] },
  )
}
