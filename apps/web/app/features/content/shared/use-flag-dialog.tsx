import { lazy, Suspense, useState } from 'react'
import type { FlaggedObject } from './use-own-flag.ts'

const FlagDialog = lazy(async () => {
  const module = await import('./flag-dialog.tsx')
  return { default: module.FlagDialog }
})

/** Returns how to open the dialog, and the dialog. */
export function useFlagDialog(object: FlaggedObject) {
  const [isOpen, setOpen] = useState(false)
  const dialog = isOpen && (
    <Suspense fallback={null}>
      <FlagDialog object={object} onClose={() => setOpen(false)} />
    </Suspense>
  )
  return { open: () => setOpen(true), dialog }
}
