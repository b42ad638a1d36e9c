import { lazy, Suspense, useState } from 'react'
import type { FlaggedContent } from './flag-dialog.tsx'

const FlagDialog = lazy(async () => {
  const module = await import('./flag-dialog.tsx')
  return { default: module.FlagDialog }
})

/** Returns how to open the dialog, and the dialog. */
export function useFlagDialog(content: FlaggedContent) {
  const [isOpen, setOpen] = useState(false)
  const dialog = isOpen && (
    <Suspense fallback={null}>
      <FlagDialog content={content} onClose={() => setOpen(false)} />
    </Suspense>
  )
  return { open: () => setOpen(true), dialog }
}
