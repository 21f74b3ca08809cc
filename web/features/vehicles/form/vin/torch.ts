/** Whether the camera behind this track has a light of its own. */
export function hasTorch(track: MediaStreamTrack | undefined): boolean {
  const capabilities: object = track?.getCapabilities?.() ?? {};
  return "torch" in capabilities && Boolean(capabilities.torch);
}

/** Switches the light; a camera that refuses leaves it as it was and gives false. */
export async function switchTorch(track: MediaStreamTrack, on: boolean): Promise<boolean> {
  const wish: MediaTrackConstraintSet & { torch: boolean } = { torch: on };
  return track.applyConstraints({ advanced: [wish] }).then(
    () => true,
    () => false,
  );
}
