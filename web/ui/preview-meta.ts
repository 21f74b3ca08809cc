import type { MetaDescriptor } from "react-router";

/** The content of a link preview. */
export type PagePreview = {
  title: string;
  description: string;
  /** The canonical URL. */
  url: string;
  /** The absolute URL of a JPEG of 1200 x 630. */
  image: string;
  imageAlt: string;
  siteName: string;
  type?: "website" | "profile";
};

export function previewMeta(preview: PagePreview): MetaDescriptor[] {
  const { title, description, url, image, imageAlt, siteName, type = "website" } = preview;
  return [
    { property: "og:type", content: type },
    { property: "og:site_name", content: siteName },
    { property: "og:locale", content: "es_US" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: image },
    { property: "og:image:type", content: "image/jpeg" },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: imageAlt },
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: title },
    { name: "twitter:description", content: description },
    { name: "twitter:image", content: image },
  ];
}
