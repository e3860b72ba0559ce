/** A smaller file is sent as it is. */
const SMALL_BYTES = 1024 * 1024;
/** Longer side of what is sent, in pixels: enough to read a receipt. */
const LONGEST = 2560;
const QUALITY = 0.85;

/**
 * A large picture as a smaller JPEG, upright and without its metadata; so a phone sends a tenth. Any
 * other file, and one that this browser cannot draw, is returned unchanged.
 */
export async function scaledPicture(file: File): Promise<File> {
  if (file.size <= SMALL_BYTES || !file.type.startsWith("image/")) return file;
  try {
    const drawn = await createImageBitmap(file);
    const share = Math.min(1, LONGEST / Math.max(drawn.width, drawn.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(drawn.width * share);
    canvas.height = Math.round(drawn.height * share);
    const context = canvas.getContext("2d");
    if (!context) return file;
    // A JPEG has no transparency.
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(drawn, 0, 0, canvas.width, canvas.height);
    drawn.close();
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, "image/jpeg", QUALITY);
    });
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], `${file.name.replace(/\.[^.]*$/, "")}.jpg`, { type: blob.type });
  } catch {
    return file;
  }
}
