import { startServices } from './services.ts'

/** Services keep running after the tests, so that the next run starts fast. */
export async function setup() {
  await startServices()
}
