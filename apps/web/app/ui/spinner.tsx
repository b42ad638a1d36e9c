import { LoaderCircle } from 'lucide-react'

export function Spinner() {
  return <LoaderCircle className="icon animate-spin" aria-hidden="true" />
}
