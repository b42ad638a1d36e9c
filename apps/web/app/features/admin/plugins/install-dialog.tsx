import type { PluginPackage } from '@stoa/contract/features/plugins'
import { useState } from 'react'
import { PackageChoice } from './package-choice.tsx'
import { PackageReview } from './package-review.tsx'

/** Asks for a package, then says what it may do before it is installed. */
export function InstallDialog({ onClose }: { onClose: () => void }) {
  const [found, setFound] = useState<PluginPackage | null>(null)
  return found === null ? (
    <PackageChoice onFound={setFound} onClose={onClose} />
  ) : (
    <PackageReview found={found} onClose={onClose} />
  )
}
