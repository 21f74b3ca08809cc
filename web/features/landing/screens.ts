import type { LinkDescriptor } from "react-router";
import inventory720 from "./screens/inventory-720.webp?no-inline";
import inventory1440 from "./screens/inventory-1440.webp?no-inline";
import fill400 from "./screens/step-fill-400.webp?no-inline";
import fill800 from "./screens/step-fill-800.webp?no-inline";
import scan400 from "./screens/step-scan-400.webp?no-inline";
import scan800 from "./screens/step-scan-800.webp?no-inline";
import sell400 from "./screens/step-sell-400.webp?no-inline";
import sell800 from "./screens/step-sell-800.webp?no-inline";
import vehicle390 from "./screens/vehicle-390.webp?no-inline";
import vehicle560 from "./screens/vehicle-560.webp?no-inline";
import vehicle780 from "./screens/vehicle-780.webp?no-inline";

/** A screenshot of the demo, taken by scripts/take-landing-screens.ts. */
export type Screen = {
  src: string;
  srcSet: string;
  sizes: string;
  width: number;
  height: number;
};

/** An inventory on a desktop, next to the headline from 1024 px on. */
export const inventoryScreen: Screen = {
  src: inventory1440,
  srcSet: `${inventory720} 720w, ${inventory1440} 1440w`,
  sizes: "(min-width: 1280px) 580px, 46vw",
  width: 1280,
  height: 800,
};

/** A public vehicle page on a phone. */
export const vehicleScreen: Screen = {
  src: vehicle560,
  srcSet: `${vehicle390} 390w, ${vehicle560} 560w, ${vehicle780} 780w`,
  sizes: "(min-width: 1024px) 164px, 264px",
  width: 390,
  height: 844,
};

const excerpt = {
  sizes: "(min-width: 1280px) 395px, (min-width: 768px) 30vw, 92vw",
  width: 350,
  height: 200,
};

/** Part of a phone screen for each of the three steps. */
export const stepScreens: [scan: Screen, fill: Screen, sell: Screen] = [
  { ...excerpt, src: scan800, srcSet: `${scan400} 400w, ${scan800} 800w` },
  { ...excerpt, src: fill800, srcSet: `${fill400} 400w, ${fill800} 800w` },
  { ...excerpt, src: sell800, srcSet: `${sell400} 400w, ${sell800} 800w` },
];

/**
 * Preloads the inventory picture where it is shown; for the route's links. React preloads the phone
 * picture itself.
 */
export const screenLinks: LinkDescriptor[] = [
  {
    rel: "preload",
    as: "image",
    imageSrcSet: inventoryScreen.srcSet,
    imageSizes: inventoryScreen.sizes,
    media: "(min-width: 1024px)",
  },
];
