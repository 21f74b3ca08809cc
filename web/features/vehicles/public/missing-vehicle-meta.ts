import type { MetaDescriptor } from "react-router";
import { publicVehicleMessages } from "./public-messages.ts";

/**
 * The head of a page without a vehicle: no search engine keeps it. It stands apart from the head of
 * one with a vehicle, which browsers need no code for.
 */
export function missingVehicleMeta(notFound: boolean): MetaDescriptor[] {
  const { notFoundTitle, notPublic, unavailable } = publicVehicleMessages;
  return [
    { title: `${notFound ? notFoundTitle : unavailable.title} | Vitrina` },
    { name: "description", content: (notFound ? notPublic : unavailable).description },
    { name: "robots", content: "noindex" },
  ];
}
